/** Few members, so that it begins soon: feed-data.mjs reads this when it is loaded. */
process.env.MEMBERS ??= '9000'
