/** Where the provider keeps sign-ins that are under way: in memory, for as long as they may last. */
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

interface Kept {
  readonly payload: AdapterPayload;
  readonly untilMs: number;
}

const keepAtMost = 1_000;

/** A memory of its own for each provider. Calls of flows that are switched off find nothing. */
export function makeMemory(): AdapterFactory {
  const kept = new Map<string, Kept>();
  const forgetOldest = () => {
    const oldest = kept.size > keepAtMost ? kept.keys().next().value : undefined;
    if (oldest !== undefined) kept.delete(oldest);
  };
  const live = (entry: Kept | undefined) =>
    entry && entry.untilMs > Date.now() ? entry.payload : undefined;

  return (name): Adapter => {
    const key = (id: string) => `${name} ${id}`;
    return {
      async upsert(id, payload, expiresIn = Number.POSITIVE_INFINITY) {
        kept.set(key(id), { payload, untilMs: Date.now() + expiresIn * 1000 });
        forgetOldest();
      },
      find: async (id) => live(kept.get(key(id))),
      findByUid: async (uid) => live([...kept.values()].find(({ payload }) => payload.uid === uid)),
      findByUserCode: async () => undefined,
      async consume(id) {
        const entry = kept.get(key(id));
        if (entry) entry.payload.consumed = Math.floor(Date.now() / 1000);
      },
      async destroy(id) {
        kept.delete(key(id));
      },
      async revokeByGrantId(grantId) {
        for (const [id, { payload }] of kept) if (payload.grantId === grantId) kept.delete(id);
      },
    };
  };
}
