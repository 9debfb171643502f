/** How long the database takes, for `/metrics`. */
import { meter, quickBuckets, secondsSince } from '../process/meters.ts';
import { observed } from '../process/tracing.ts';

const waited = meter({
  name: 'giftlane_database_wait_seconds',
  help: 'Time until a connection of the pool was free.',
  labels: [],
  buckets: quickBuckets,
});

const took = meter({
  name: 'giftlane_database_seconds',
  help: 'Duration of statements outside of transactions, and of transactions, their wait included.',
  labels: ['kind', 'outcome'],
  buckets: quickBuckets,
});

/** Measures the wait for a connection. */
export async function timedWait<T>(connecting: Promise<T>): Promise<T> {
  const beganMs = performance.now();
  try {
    return await connecting;
  } finally {
    waited({}, secondsSince(beganMs));
  }
}

/** Measures a statement or a transaction. */
export function timed<T>(kind: 'statement' | 'transaction', work: () => Promise<T>): Promise<T> {
  return observed({ took, span: kind, labels: { kind }, thrown: 'failed' }, work);
}
