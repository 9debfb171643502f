/** The jobs of points: their names and payloads. Handlers are put together in points.ts. */
import { defineJob } from '../../jobs/jobs.ts';

/** Credits the points of an order in another currency, as soon as there is a rate: two months, four times a day. */
export const earnJob = defineJob<{ memberId: string; orderId: string }>('points.earn', {
  attempts: 250,
});

/** Takes back what an order brought whose payment was taken back, or that was given back. */
export const undoneJob = defineJob<{ memberId: string; orderId: string }>('points.undone', {
  attempts: 20,
});
