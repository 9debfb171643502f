/** Fetches the ledger proof of a wallet line and recomputes it with the browser's own SHA-256. */

import { type Answer, send } from '@giftlane/client/api.ts';
import { isRefusal } from '@giftlane/client/api-error.ts';
import { checkLine, type Sha256 } from '@giftlane/contract/money/book.ts';
import { queryOptions } from '@tanstack/react-query';
import { compareHead, type Earlier } from '../../session/book.ts';

export type Proof = Answer<'GET /wallet/transactions/{id}/proof'>['data'];

/** The outcome of each step; true means it holds. */
export interface Checked {
  readonly proof: Proof;
  readonly entries: boolean;
  readonly seal: boolean;
  readonly book: boolean;
  /** An anonymous request gets the same head. */
  readonly head: boolean;
  readonly earlier: Earlier;
  readonly journalHash: string;
}

/** True when Web Crypto is available: only on secure connections. */
export const canHash = (): boolean => globalThis.crypto?.subtle !== undefined;

const sha256: Sha256 = (bytes) => crypto.subtle.digest('SHA-256', bytes);

async function check(id: string, signal: AbortSignal): Promise<Checked> {
  const { data: proof } = await send('GET /wallet/transactions/{id}/proof', {
    params: { id },
    signal,
  });
  const line = await checkLine(sha256, proof);
  const { nSize, sRoot } = proof.oHead;
  const { data: told } = await send('GET /ledger/head', {
    query: { size: nSize },
    anonymous: true,
    signal,
  });
  const earlier = await compareHead(sha256, proof.oHead, async (first, second) => {
    const answer = await send('GET /ledger/consistency', {
      query: { first, second },
      anonymous: true,
      signal,
    });
    return answer.data;
  });
  return { proof, ...line, head: told.sRoot === sRoot, earlier };
}

/** Checks at each visit; a line that is not sealed yet is polled. */
export const proofQuery = (id: string) =>
  queryOptions({
    queryKey: ['line-proof', id],
    queryFn: ({ signal }) => check(id, signal),
    refetchInterval: ({ state }) => (isRefusal(state.error, 'ledger.not_sealed') ? 3_000 : false),
    refetchOnWindowFocus: false,
    gcTime: 0,
    meta: { quiet: true },
  });
