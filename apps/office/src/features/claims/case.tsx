/** A reported code: what its buyer says, its pictures and facts, and the decision. */
import { Loaded } from '@giftlane/client/loaded.tsx';
import { apiQuery } from '@giftlane/client/queries.ts';
import { formatMoment } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { Badge } from '@giftlane/ui/layout/badge.tsx';
import { Notice } from '@giftlane/ui/layout/notice.tsx';
import { Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { moneyText } from '../../list/money.ts';
import { Pictures } from '../../queue/pictures.tsx';
import { Charge } from './charge.tsx';
import { Decisions } from './decisions.tsx';
import { Due } from './due.tsx';
import { Buyer, CodeFacts, Earlier } from './facts.tsx';
import { type OfficeClaim, reasonWords, stateWords, stepWords } from './words.ts';

const isDecided = ({ eState }: OfficeClaim) => eState !== 'open' && eState !== 'asked';

/** What came of it, and what it cost. */
function Outcome({ claim }: { claim: OfficeClaim }) {
  const { sDecidedBy, eState, oPaid, oReplacement, oCharged } = claim;
  const outcome = stateWords[eState];
  return (
    <div className="mb-4">
      <Notice
        standing
        tone="waiting"
        title={
          sDecidedBy
            ? text('office.sales.decided', { name: sDecidedBy, outcome })
            : text('office.claim.lapsed')
        }
      >
        {oPaid && (
          <p>{text('office.claim.paid', { amount: moneyText(oPaid.nAmount, oPaid.eCurrency) })}</p>
        )}
        {oReplacement && (
          <p>
            {text('office.claim.newCode', { serial: oReplacement.sSerial })}{' '}
            {oReplacement.dViewedAt
              ? text('office.claim.newCode.seen', { date: formatMoment(oReplacement.dViewedAt) })
              : text('office.claim.newCode.unseen')}
          </p>
        )}
        {oCharged && (
          <p>
            {text('office.claim.charged', {
              amount: moneyText(oCharged.nAmount, oCharged.eCurrency),
              sale: oCharged.sSaleId,
            })}
          </p>
        )}
      </Notice>
    </div>
  );
}

/** What was said, in the order of time: words of strangers as text, in the direction they are written. */
const Story = ({ claim: { aSteps, eReason } }: { claim: OfficeClaim }) => (
  <ol className="space-y-3 text-15 max-xl:-order-2">
    {aSteps.map(({ dAt, eKind, eBy, sWords }) => (
      <li
        key={`${dAt} ${eKind}`}
        className={eBy === 'shop' ? 'border-s-2 border-leaf ps-3' : 'border-s-2 border-edge ps-3'}
      >
        <p className="flex flex-wrap gap-x-3 text-13 text-soft">
          <span className="font-semibold text-ink">{stepWords[eKind]}</span>
          <time dateTime={dAt}>{formatMoment(dAt)}</time>
        </p>
        {eKind === 'opened' && <p className="font-medium">{reasonWords[eReason]}</p>}
        {sWords && (
          <p dir="auto" className="max-w-prose wrap-anywhere whitespace-pre-line">
            {sWords}
          </p>
        )}
      </li>
    ))}
  </ol>
);

function Open({ claim }: { claim: OfficeClaim }) {
  const { _id: id, eState, dDueAt, oOrder, oCode, nPictures } = claim;
  return (
    <article aria-label={`${oOrder.sTitle} ${oCode.sSerial}`}>
      <h2 className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 font-display text-21 font-semibold">
        <Link to={`/orders/${oOrder._id}`}>{oOrder.sTitle}</Link>
        <span className="font-code text-15 font-normal">{oCode.sSerial}</span>
        <Badge tone={isDecided(claim) ? 'plain' : 'waiting'}>{stateWords[eState]}</Badge>
        {dDueAt && (
          <span className="font-text text-13 font-normal text-soft">
            <Due at={dDueAt} />
          </span>
        )}
      </h2>
      {isDecided(claim) && <Outcome claim={claim} />}
      <div className="mb-5 flex flex-col gap-5 *:max-xl:contents xl:grid xl:grid-cols-2 xl:gap-x-6 *:xl:space-y-5">
        <div>
          <Story claim={claim} />
          <CodeFacts claim={claim} />
        </div>
        <div>
          {nPictures > 0 && (
            <div className="max-xl:-order-1">
              <Pictures
                pictures={Array.from({ length: nPictures }, (_, at) => ({
                  src: `/api/v1/office/claims/${id}/pictures/${at}`,
                  label: text('claim.picture', { nth: at + 1 }),
                }))}
              />
            </div>
          )}
          <Buyer claim={claim} />
          <Earlier claim={claim} />
        </div>
      </div>
      {isDecided(claim) ? <Charge claim={claim} /> : <Decisions claim={claim} />}
    </article>
  );
}

/** The open claim. */
export function ClaimCase({ id }: { id: string }) {
  const query = useQuery(apiQuery('GET /office/claims/{id}', { params: { id } }));
  return (
    <Loaded query={query} waiting={<Skeleton className="h-96" />}>
      {(claim) => <Open claim={claim} />}
    </Loaded>
  );
}
