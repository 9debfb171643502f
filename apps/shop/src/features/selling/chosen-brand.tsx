import { text } from '@giftlane/texts/text.ts';
import { ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { useSearchParams } from 'react-router';
import type { SellCard } from '../../rooms/catalogue/sell-cards.ts';
import { useMember } from '../../session/member.ts';
import { chosenBrandParam } from './sell-tile.tsx';

/** The brand chosen before signing in, with a link to its sell form (SELL-07). */
export function ChosenBrand({ cards }: { cards: readonly SellCard[] | undefined }) {
  const member = useMember();
  const [params] = useSearchParams();
  const chosen = cards?.find(({ _id }) => _id === params.get(chosenBrandParam));
  if (!member || !chosen) return null;
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-panel border border-leaf bg-leaf-tint p-4 md:px-6">
      <p className="font-medium">{text('sell.chosen', { brand: chosen.sTitle })}</p>
      <ButtonLink look="primary" to={`/sell-cards/${chosen._id}`} className="max-sm:w-full">
        {text('sell.flow.title', { brand: chosen.sTitle })}
      </ButtonLink>
    </div>
  );
}
