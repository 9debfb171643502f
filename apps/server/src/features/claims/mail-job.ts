import { defineJob } from '../../jobs/jobs.ts';

export type ToldStep = {
  readonly claimId: string;
  /** The number of the step. */
  readonly n: number;
};

/** Mails a buyer, or the seller who was charged, about a step of a claim. */
export const mailJob = defineJob<ToldStep>('claims.mail', { attempts: 20 });
