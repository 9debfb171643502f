/** Settings of each session of the shop. */

/**
 * How PostgreSQL plans for the shop. Arrays make every plan for known values look cheaper than one for
 * all, so that the hot statements would be planned anew each time: a tenth of what an order costs. And a
 * plan made while a table was small reads all of it, and is kept until the next ANALYZE: on a young shop
 * every order was slower than the one before, by then at a third of the pace. Before PostgreSQL 18 what
 * reads a whole table all the same is then thought so dear that it would be compiled first: up to a minute
 * for what takes a millisecond.
 */
const planning = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off', jit: 'off' };

/**
 * Timeouts of the database: the transaction of a hanging process is aborted, and those that wait for its locks
 * fail in time to answer.
 */
const patience = {
  idle_in_transaction_session_timeout: '15s',
  lock_timeout: '10s',
  statement_timeout: '1min',
};

/** Names and values. */
export const sessionSettings = Object.entries({ ...planning, ...patience });

/** Sets them for a session. */
export const setSession = sessionSettings
  .map(([name, value]) => `SET ${name} = '${value}'`)
  .join('; ');
