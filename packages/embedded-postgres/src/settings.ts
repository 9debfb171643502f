/** PostgreSQL settings by name, as on its command line. */
export type Settings = Record<string, string | number>;

/** For a small shop on one machine: durable first, modest in memory. */
const shop: Settings = {
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  max_connections: 100,
  random_page_cost: 1.1,
  // Compiling a plan costs more than any statement of the shop runs.
  jit: 'off',
  // A plan that was made while a table was small is kept until the table is analysed: on a young shop's first busy
  // evening each minute counts.
  autovacuum_naptime: '10s',
  max_wal_size: '2GB',
  min_wal_size: '256MB',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // After a crash the disk is told once to write all it holds, not file by file: a second or more.
  ...(process.platform === 'linux' && { recovery_init_sync_method: 'syncfs' }),
};

/** For test runs that start several servers: the same durability, little memory and disk. */
export const smallSettings: Settings = {
  shared_buffers: '32MB',
  max_connections: 40,
  max_wal_size: '256MB',
  min_wal_size: '80MB',
  io_method: 'sync',
};

/** What nobody may change: who can connect, and what may be written into the log file. */
const fixed: Settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_permissions: '0700',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  // Statements and the details of errors hold members' values: they stay out of the log. A broken
  // constraint is the application's to report, and would grow this file without end.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  logging_collector: 'off',
};

/** The command line of a server; every value is given, so that no configuration file decides. */
export function serverArguments(settings: Settings): string[] {
  const all = Object.entries({ ...shop, ...settings, ...fixed });
  return all.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
