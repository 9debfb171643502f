import { formatMoney, fromWire } from '@giftlane/contract/money/money.ts';
import type { Claim } from '@giftlane/contract/shop/claims.ts';
import { formatMoment } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { Badge, type Tone } from '@giftlane/ui/layout/badge.tsx';
import { lazyPart } from '@giftlane/ui/overlay/lazy-part.tsx';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { ClaimSteps } from './claim-steps.tsx';
import { reasonWords, stateWords, stepWords } from './claim-words.ts';

const ClaimDialog = lazyPart(() => import('./claim-dialog.tsx'));

const tones: Readonly<Record<Claim['eState'], Tone>> = {
  open: 'waiting',
  asked: 'attention',
  replaced: 'success',
  refunded: 'success',
  declined: 'plain',
};

/** Until when the shop or the buyer answers, or what came of it. */
function standing({ eState, dDueAt, oPaid }: Claim, isNewCode: boolean): string {
  if (eState === 'refunded' && oPaid)
    return text('claim.refunded', {
      amount: formatMoney(fromWire(oPaid.nAmount), oPaid.eCurrency),
    });
  if (isNewCode) return text('claim.replacement');
  if (!dDueAt) return '';
  const date = formatMoment(dDueAt);
  return eState === 'asked' ? text('claim.due.asked', { date }) : text('claim.due.open', { date });
}

/** A picture that was sent; its address is valid for some minutes, and this one is kept until it fails. */
function Sent({ address, nth }: { address: string; nth: number }) {
  const [shown, show] = useState(address);
  return (
    <a href={address} target="_blank" rel="noreferrer">
      <img
        src={shown}
        alt={text('claim.picture', { nth })}
        loading="lazy"
        className="size-14 rounded-small border border-line bg-sunken object-cover"
        onError={() => show(address)}
      />
    </a>
  );
}

function Steps({ claim }: { claim: Claim }) {
  const { aSteps, aPictures, eReason } = claim;
  const steps = aSteps.map(({ dAt, eKind, sWords }) => ({
    at: dAt,
    name: stepWords[eKind],
    words: eKind === 'opened' ? [reasonWords[eReason], sWords].join('\n') : sWords,
  }));
  return (
    <>
      <ClaimSteps label={text('claim.steps')} steps={steps} />
      {aPictures.length > 0 && (
        <div className="mt-3 flex flex-wrap gap-2">
          {aPictures.map((address, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: addresses change, places do not.
            <Sent key={at} address={address} nth={at + 1} />
          ))}
        </div>
      )}
    </>
  );
}

interface CodeClaimProps {
  orderId: string;
  claim: Claim;
  /** The claim is about the code that this one replaces. */
  isNewCode?: boolean;
}

/** How a claim stands, in the place of the action that opened it. */
export default function CodeClaim({ orderId, claim, isNewCode = false }: CodeClaimProps) {
  const { eState, sSerialNo, aSteps } = claim;
  const [answering, setAnswering] = useState(false);
  // What the buyer has to know without opening the steps.
  const last = aSteps.at(-1);
  const said = last && last.eBy === 'shop' && eState !== 'open' ? last.sWords : '';
  return (
    <div className="rounded-small border border-line px-3 py-2 text-15">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={tones[eState]}>{stateWords[eState]}</Badge>
        <span className="text-13 text-soft">{standing(claim, isNewCode)}</span>
        {eState === 'refunded' && (
          <Link to="/account/wallet" className="text-13 underline underline-offset-4">
            {text('nav.openWallet')}
          </Link>
        )}
      </p>
      {said && (
        <p dir="auto" className="mt-1.5 max-w-prose wrap-anywhere whitespace-pre-line">
          {said}
        </p>
      )}
      {eState === 'asked' && (
        <Button size="small" look="tonal" className="mt-2" onClick={() => setAnswering(true)}>
          {text('claim.answer')}
        </Button>
      )}
      <details open={eState === 'open'} className="group/claim mt-1">
        <summary className="flex min-h-9 items-center gap-1 text-13 font-medium marker:content-none max-md:min-h-11">
          {text('claim.steps.of', { serial: sSerialNo })}
          <ChevronDown
            aria-hidden="true"
            className="size-4 text-soft transition-transform group-open/claim:rotate-180"
          />
        </summary>
        <div className="py-1">
          <Steps claim={claim} />
        </div>
      </details>
      {answering && (
        <ClaimDialog
          orderId={orderId}
          codeId={claim.sCodeId}
          serial={sSerialNo}
          asked={claim}
          onClose={() => setAnswering(false)}
        />
      )}
    </div>
  );
}
