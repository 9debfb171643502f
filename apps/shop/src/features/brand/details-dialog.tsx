import type { Brand } from '@giftlane/contract/shop/catalog.ts';
import { text } from '@giftlane/texts/text.ts';
import { Prose } from '@giftlane/ui/layout/prose.tsx';
import { Dialog } from '@giftlane/ui/overlay/dialog.tsx';

interface DetailsDialogProps {
  brand: Brand;
  onClose: () => void;
}

/** Description, terms and validity (CARD-11, OPEN-37). */
export default function DetailsDialog({ brand, onClose }: DetailsDialogProps) {
  return (
    <Dialog onClose={onClose} title={brand.categoryData.sTitle}>
      <div className="space-y-5">
        <section>
          <h3 className="mb-1 font-semibold">{text('card.details.about')}</h3>
          <Prose>{brand.categoryData.sDescription || brand.categoryData.sShortDesc}</Prose>
        </section>
        <section>
          <h3 className="mb-1 font-semibold">{text('card.details.terms')}</h3>
          <Prose>{text('card.details.termsText')}</Prose>
        </section>
        <section>
          <h3 className="mb-1 font-semibold">{text('card.details.validity')}</h3>
          <Prose>{text('card.details.validityText')}</Prose>
        </section>
      </div>
    </Dialog>
  );
}
