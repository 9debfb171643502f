import { text } from '@giftlane/texts/text.ts';
import { textParts } from '@giftlane/ui/layout/text-parts.tsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { BackGlare, BackGood, BillCut, BillGood } from '../../rooms/uploads/paper-drawings.tsx';
import { Examples } from '../../rooms/uploads/picture-examples.tsx';
import { PictureField } from '../../rooms/uploads/picture-field.tsx';
import { FrontCut, FrontGood } from './drawing.tsx';
import { type CardPictures, type PictureName, pictureNames } from './sell-state.ts';

const labels: Readonly<Record<PictureName, string>> = {
  imgFront: text('sell.picture.front'),
  imgBack: text('sell.picture.back'),
  imgPurchaseReceipt: text('sell.picture.receipt'),
};

const examples: Readonly<Record<PictureName, ReactNode>> = {
  imgFront: (
    <Examples good={text('upload.good.corners')} bad={text('upload.bad.corners')}>
      <FrontGood />
      <FrontCut />
    </Examples>
  ),
  imgBack: (
    <Examples good={text('upload.good.text')} bad={text('upload.bad.text')}>
      <BackGood />
      <BackGlare />
    </Examples>
  ),
  imgPurchaseReceipt: (
    <Examples good={text('upload.good.page')} bad={text('upload.bad.page')}>
      <BillGood />
      <BillCut />
    </Examples>
  ),
};

interface PicturesStepProps {
  pictures: CardPictures;
  onPicture: (name: PictureName, path: string | null) => void;
  /** The server's message about each picture. */
  problems: Partial<Record<PictureName, string>>;
  terms: boolean;
  onTerms: (accepted: boolean) => void;
  /** Called when an upload starts and when it ends. */
  onBusy: (name: PictureName, busy: boolean) => void;
  /** Number of cards, all of which the pictures have to show. */
  quantity: number;
}

/** Step 2: three pictures and the terms (SELL-17, SELL-18). */
export function PicturesStep(props: PicturesStepProps) {
  const { pictures, onPicture, problems, terms, onTerms, onBusy, quantity } = props;
  return (
    <>
      {quantity > 1 && (
        <p className="mb-4 max-w-prose font-medium">
          {text('sell.pictures.several', { quantity })}
        </p>
      )}
      <p className="mb-4 max-w-prose text-soft">
        {text('sell.pictures.intro')} {text('sell.pictures.keep')}
      </p>
      <div className="space-y-4">
        {pictureNames.map((name) => (
          <PictureField
            key={name}
            kind="sellimages"
            label={labels[name]}
            path={pictures[name]}
            onChange={(path) => onPicture(name, path)}
            error={problems[name]}
            camera="environment"
            examples={examples[name]}
            onBusy={(now) => onBusy(name, now)}
          />
        ))}
      </div>
      <label className="mt-5 flex cursor-pointer items-start gap-3">
        <input
          type="checkbox"
          checked={terms}
          onChange={(event) => onTerms(event.target.checked)}
          className="mt-1 size-4 shrink-0 accent-leaf"
        />
        <span>
          {textParts('sell.terms', {
            terms: (
              <Link to="/tnc" target="_blank" className="underline underline-offset-2">
                {text('nav.terms')}
              </Link>
            ),
          })}
        </span>
      </label>
    </>
  );
}
