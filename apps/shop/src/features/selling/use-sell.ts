import { send } from '@giftlane/client/api.ts';
import { ApiError } from '@giftlane/client/api-error.ts';
import { apiKey } from '@giftlane/client/queries.ts';
import { queryClient } from '@giftlane/client/query-client.ts';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { useMutation } from '@tanstack/react-query';
import { refreshAfterOrder } from '../../rooms/orders/orders.ts';
import { useGoOn } from '../../session/use-go-on.ts';
import { saleDrafts } from './sale-draft.ts';
import { type offerOf, type PictureName, pictureNames } from './sell-state.ts';

type Offer = NonNullable<ReturnType<typeof offerOf>>;

/** The server's messages about the card's pictures, by picture. */
export function pictureProblems(error: unknown): Partial<Record<PictureName, string>> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    pictureNames.flatMap((name) => {
      const found = error.fields.find(({ field }) => field.endsWith(`aImages.${name}`));
      return found ? [[name, found.message]] : [];
    }),
  );
}

/** Sends the offer; its pictures identify it, so that a retry is the same offer (SELL-22). */
export function useSell(memberId: string) {
  const goOn = useGoOn();
  return useMutation({
    mutationFn: (body: Offer) => send('POST /sellcards', { body }),
    // The form itself shows errors.
    meta: { quiet: true },
    onSuccess: async ({ message }, { aCartData: [sold] }) => {
      // The member may have started another sale while this one was being sent.
      const kept = saleDrafts.read(memberId);
      if (!kept || kept.pictures.imgFront === sold?.aImages.imgFront) saleDrafts.forget();
      toast.success(message);
      await goOn('/account/orders?tab=sell');
      await Promise.all([
        refreshAfterOrder(),
        queryClient.invalidateQueries({ queryKey: apiKey('GET /sellterms') }),
      ]);
    },
    // A fee, price or limit may have changed.
    onError: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: apiKey('GET /sellcards') }),
        queryClient.invalidateQueries({ queryKey: apiKey('GET /sellterms') }),
      ]),
  });
}
