/** A small number of members makes the start short. feed-data.mjs reads this when it is loaded. */
process.env.MEMBERS ??= '9000'
