/** How long jobs wait and take, for `/metrics`. */
import { meter, slowBuckets } from '../platform/process/meters.ts';

export const jobWaited = meter({
  name: 'giftlane_job_wait_seconds',
  help: 'Time from when a job was due to its start.',
  labels: ['task'],
  buckets: slowBuckets,
});

export const jobTook = meter({
  name: 'giftlane_job_seconds',
  help: 'Duration of jobs, by outcome: done, failed (tried again), given_up.',
  labels: ['task', 'outcome'],
  buckets: slowBuckets,
});
