create or replace function lagos_day(moment timestamptz) returns date
  language sql immutable parallel safe
  return (moment at time zone 'Africa/Lagos')::date;
