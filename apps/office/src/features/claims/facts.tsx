/** What is known of a reported code and its buyer. */
import { formatDate, formatMoment } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { Badge } from '@giftlane/ui/layout/badge.tsx';
import { Link } from 'react-router';
import { moneyText } from '../../list/money.ts';
import { Facts, Moment } from '../../parts/figures.tsx';
import { type OfficeClaim, reasonWords, revealWords, stateWords } from './words.ts';

/** Counts end here. */
const most = 100;

const counted = (count: number) =>
  count >= most ? text('office.today.many', { count: most }) : count;

export function CodeFacts({ claim }: { claim: OfficeClaim }) {
  const { oCode, oOrder, aReveals, nFree, nOfCard, oMoneyBack, oSale } = claim;
  return (
    <div className="min-w-0 max-w-160">
      <Facts
        facts={[
          [
            text('office.orders.order'),
            <Link key="order" to={`/orders/${oOrder._id}`}>
              {oOrder._id}
            </Link>,
          ],
          [text('office.claim.quantity'), oOrder.nQuantity],
          [
            text('office.claim.delivered'),
            oOrder.dDeliveredAt && <Moment at={oOrder.dDeliveredAt} />,
          ],
          [
            text('office.claim.lineRefunded'),
            oOrder.dRefundedAt && <Moment at={oOrder.dRefundedAt} />,
          ],
          [text('office.claim.source'), oCode.sSource],
          [text('office.codes.expires'), oCode.dExpiresAt],
          [text('office.claim.ofCard'), counted(nOfCard)],
          [text('office.claim.free'), counted(nFree)],
          [
            text('office.claim.moneyBack'),
            oMoneyBack
              ? moneyText(oMoneyBack.nAmount, oMoneyBack.eCurrency)
              : text('office.claim.noMoneyBack'),
          ],
          [text('office.claim.sale'), oSale?._id ?? ''],
        ]}
      />
      <h3 className="mt-4 mb-1 text-13 font-semibold text-soft">{text('office.claim.reveals')}</h3>
      <ul className="text-15">
        {aReveals.map(({ eKind, sAddress, dCreatedAt }) => (
          <li key={dCreatedAt} className="flex flex-wrap gap-x-3">
            <Moment at={dCreatedAt} />
            <span>{revealWords[eKind]}</span>
            <span className="ms-auto font-code text-13 text-soft">{sAddress}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function Buyer({ claim: { oMember } }: { claim: OfficeClaim }) {
  const { nReplaced: replaced, nRefunded: refunded, nDeclined: declined } = oMember;
  return (
    <div className="min-w-0 space-y-1 text-15">
      <p className="flex flex-wrap items-center gap-2">
        <Link to={`/members/${oMember._id}`} className="min-w-0 truncate font-semibold">
          <bdi>{oMember.sName || oMember.sEmail}</bdi>
        </Link>
        {oMember.bFrozen && <Badge tone="danger">{text('office.member.frozen')}</Badge>}
      </p>
      <p className="truncate text-soft">{oMember.sEmail}</p>
      <p>
        {text('office.sales.since', { date: formatDate(oMember.dCreatedAt) })} ·{' '}
        {text('office.orders.count', { count: oMember.nOrders })}
      </p>
      <p>{text('office.claim.history', { replaced, refunded, declined })}</p>
    </div>
  );
}

export function Earlier({ claim: { aEarlier } }: { claim: OfficeClaim }) {
  if (aEarlier.length === 0) return null;
  return (
    <div>
      <h3 className="mb-1 text-13 font-semibold text-soft">{text('office.claim.earlier')}</h3>
      <ul className="text-15">
        {aEarlier.map(({ _id, sTitle, eReason, eState, dCreatedAt }) => (
          <li key={_id} className="flex flex-wrap gap-x-3 border-b border-line py-1">
            <Link to={`/queues/claims/${_id}`}>{sTitle}</Link>
            <span>{reasonWords[eReason]}</span>
            <span className="ms-auto text-13 text-soft">
              {stateWords[eState]} · {formatMoment(dCreatedAt)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
