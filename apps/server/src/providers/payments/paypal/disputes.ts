/** PayPal's "Disputes": whether there is one about a capture. */
import * as z from 'zod';
import { done, type Outcome, refused } from '../../outcome.ts';
import { type Client, isGood, unreadable } from './client.ts';

const disputesSchema = z.object({ items: z.array(z.unknown()).default([]) });

/** PayPal tells it to apps that have "Disputes" among their features, and leaves out `items` where there are none. */
export async function isDisputed(
  client: Client,
  captureId: string,
): Promise<Outcome<boolean, 'not_told'>> {
  const query = new URLSearchParams({ disputed_transaction_id: captureId });
  const answer = await client.call({
    method: 'GET',
    path: `/v1/customer/disputes?${query}`,
    readsOnly: true,
    mayBeForbidden: true,
  });
  if (answer.kind === 'unknown') return answer;
  if (!isGood(answer)) return refused('not_told');
  const read = disputesSchema.safeParse(answer.body).data;
  return read ? done(read.items.length > 0) : unreadable(answer);
}
