import type { User } from '@giftlane/contract/members/accounts.ts';
import type { Paper } from '@giftlane/contract/members/kyc.ts';
import { text } from '@giftlane/texts/text.ts';
import { ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { cx } from '@giftlane/ui/cx.ts';
import { Check, X } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { formOf } from './draft.ts';
import {
  IdBlurred,
  IdCut,
  IdGlare,
  IdGood,
  SelfieCovered,
  SelfieCut,
  SelfieDark,
  SelfieGood,
} from './drawings.tsx';
import { ReachBar } from './reach-bar.tsx';
import { useDeclined } from './reason.tsx';
import { StepItem } from './step-list.tsx';
import { type Progress, progressOf, steps, stepWords } from './steps.ts';

interface Photo {
  readonly Drawing: ComponentType;
  readonly words: string;
}

/** An example of a good or a bad photo. */
function Example({ good, photo: { Drawing, words } }: { good: boolean; photo: Photo }) {
  const Mark = good ? Check : X;
  return (
    <li className="overflow-hidden rounded-panel border border-line bg-surface">
      <div className="overflow-hidden bg-sunken text-ink">
        <Drawing />
      </div>
      <div className="border-t border-line p-3">
        <p
          className={cx(
            'flex items-center gap-1.5 text-13 font-semibold',
            good ? 'text-leaf' : 'text-fail',
          )}
        >
          <Mark aria-hidden="true" className="size-4 shrink-0" />
          {good ? text('kyc.tips.good') : text('kyc.tips.bad')}
        </p>
        <p className="mt-0.5 text-13 text-soft">{words}</p>
      </div>
    </li>
  );
}

interface ExamplesProps {
  id: string;
  title: string;
  /** The first one is good, the others are bad. */
  photos: readonly Photo[];
}

function Examples({ id, title, photos }: ExamplesProps) {
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-3 text-17">
        {title}
      </h3>
      <ul className="grid grid-cols-2 gap-3 md:grid-cols-4 md:gap-4">
        {photos.map((photo, at) => (
          <Example key={photo.words} good={at === 0} photo={photo} />
        ))}
      </ul>
    </section>
  );
}

/** All steps, with the finished ones ticked and the `current` one marked. */
function Overview({ done, current }: Pick<Progress, 'done'> & { current: number | undefined }) {
  return (
    <section aria-labelledby="kyc-overview" className="mt-8">
      <h2 id="kyc-overview" className="mb-3 text-21">
        {text('kyc.overview')}
      </h2>
      <ol className="grid gap-x-4 rounded-panel border border-line bg-surface px-4 py-2 md:grid-cols-5 md:py-4">
        {steps.map(({ id, name, about }, at) => (
          <StepItem
            key={id}
            number={at + 1}
            name={name}
            about={about}
            done={done[at] === true}
            current={at === current}
            className="border-line not-last:border-b md:flex-col md:gap-2 md:border-0!"
          />
        ))}
      </ol>
      <p className="mt-3 text-13 text-soft">{text('kyc.overview.decision')}</p>
    </section>
  );
}

const idPhotos: readonly Photo[] = [
  { Drawing: IdGood, words: text('kyc.tips.id.good') },
  { Drawing: IdCut, words: text('kyc.tips.id.cut') },
  { Drawing: IdGlare, words: text('kyc.tips.id.glare') },
  { Drawing: IdBlurred, words: text('kyc.tips.id.blurred') },
];

const selfiePhotos: readonly Photo[] = [
  { Drawing: SelfieGood, words: text('kyc.tips.selfie.good') },
  { Drawing: SelfieDark, words: text('kyc.tips.selfie.dark') },
  { Drawing: SelfieCovered, words: text('kyc.tips.selfie.covered') },
  { Drawing: SelfieCut, words: text('kyc.tips.selfie.cut') },
];

/** Examples of photos that are accepted and refused, of those that are asked for. */
function PhotoTips({ id, selfie }: { id: boolean; selfie: boolean }) {
  if (!id && !selfie) return null;
  return (
    <section
      aria-labelledby="kyc-tips"
      className="mt-8 mb-8 grid gap-6 md:mt-10 lg:order-last lg:mb-0"
    >
      <div>
        <h2 id="kyc-tips" className="text-21">
          {text('kyc.tips')}
        </h2>
        <p className="mt-1 max-w-prose text-balance text-soft">{text('kyc.tips.intro')}</p>
      </div>
      {id && <Examples id="kyc-tips-id" title={text('kyc.tips.id')} photos={idPhotos} />}
      {selfie && (
        <Examples id="kyc-tips-selfie" title={text('kyc.tips.selfie')} photos={selfiePhotos} />
      )}
    </section>
  );
}

/** The steps, advice for the photos, and a link to the form (KYC-08 to KYC-10). */
export function KycTips({ member }: { member: User }) {
  const [progress] = useState(() => progressOf(formOf(member)));
  const { done, current, missing } = progress;
  const declined = useDeclined();
  const all = declined.length === 0;
  const asks = (...of: Paper[]) => all || declined.some(({ ePaper }) => of.includes(ePaper));
  const begun = all && done.includes(true);
  const refused = member.sKycStatus === 'r';
  return (
    <div className="flex flex-col">
      {all && <Overview done={done} current={begun || !refused ? current : undefined} />}
      <PhotoTips id={asks('front', 'back')} selfie={asks('selfie')} />
      <ReachBar
        early
        words={begun ? stepWords(current) : text(refused ? 'kyc.before.r' : 'kyc.before.p')}
        missing={begun ? missing : []}
      >
        <ButtonLink look="primary" to="/account/kyc-submit">
          {text('kyc.proceed')}
        </ButtonLink>
      </ReachBar>
    </div>
  );
}
