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
  const { sTitle, sDescription, sShortDesc } = brand.categoryData;
  const sections = [
    [text('card.details.about'), sDescription || sShortDesc],
    [text('card.details.terms'), text('card.details.termsText')],
    [text('card.details.validity'), text('card.details.validityText')],
  ] as const;
  return (
    <Dialog onClose={onClose} title={sTitle}>
      <div className="space-y-5">
        {sections.map(([title, prose]) => (
          <section key={title}>
            <h3 className="mb-1 font-semibold">{title}</h3>
            <Prose>{prose}</Prose>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
