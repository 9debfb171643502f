/** Names and payloads of the point jobs; points.ts has their handlers. */
import { defineJob } from '../../jobs/jobs.ts';

/**
 * Credits the points of an order in another currency, retried until there is a rate: four times a day for two
 * months.
 */
export const earnJob = defineJob<{ memberId: string; orderId: string }>('points.earn', {
  attempts: 250,
});

/** Takes back the points an order brought after it was refunded or its payment was reversed. */
export const undoneJob = defineJob<{ memberId: string; orderId: string }>('points.undone', {
  attempts: 20,
});
