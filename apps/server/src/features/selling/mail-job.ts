import { defineJob } from '../../jobs/jobs.ts';

export type Telling = {
  readonly memberId: string;
  readonly saleId: string;
  /** `instead`: the coin payout failed, and the wallet was credited. */
  readonly about: 'received' | 'paid' | 'declined' | 'instead';
};

/** Mails a member about an offer. */
export const mailJob = defineJob<Telling>('selling.mail', { attempts: 20 });
