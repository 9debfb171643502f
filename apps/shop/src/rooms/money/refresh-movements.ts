import { apiKey } from '@giftlane/client/queries.ts';
import { queryClient } from '@giftlane/client/query-client.ts';

/** Refetches the movements of the wallet and the figures of its pictures. */
export async function refreshMovements(): Promise<void> {
  await Promise.all(
    [apiKey('GET /wallet/transactions'), apiKey('GET /wallet/history')].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
}
