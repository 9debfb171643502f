import { defineJob } from '../../jobs/jobs.ts';

export type Telling = {
  readonly memberId: string;
  readonly saleId: string;
  /** `instead`: the coins of one that was paid came to nothing, and the wallet was paid. */
  readonly about: 'received' | 'paid' | 'declined' | 'instead';
};

/** Tells a member by mail what has become of an offer. */
export const mailJob = defineJob<Telling>('selling.mail', { attempts: 20 });
