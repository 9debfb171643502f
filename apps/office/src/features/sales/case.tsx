/** An offer: its pictures, prices, member, and the decision. */
import { type Answer, send } from '@giftlane/client/api.ts';
import { Loaded } from '@giftlane/client/loaded.tsx';
import { apiQuery } from '@giftlane/client/queries.ts';
import { formatDate } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { Badge } from '@giftlane/ui/layout/badge.tsx';
import { Notice } from '@giftlane/ui/layout/notice.tsx';
import { Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { moneyText } from '../../list/money.ts';
import { DecisionBar } from '../../queue/decision-bar.tsx';
import { Pictures } from '../../queue/pictures.tsx';

type Sale = Answer<'GET /office/sales/{id}'>['data'];

const sides = [
  ['front', text('office.sales.front')],
  ['back', text('office.sales.back')],
  ['receipt', text('office.sales.receipt')],
] as const;

const reasons = [
  text('office.sales.reason.unreadable'),
  text('office.sales.reason.other'),
  text('office.sales.reason.used'),
  text('office.sales.reason.receipt'),
  text('office.sales.reason.again'),
];

const picturesOf = ({ _id, aLines }: Sale) =>
  aLines.flatMap((line) =>
    sides.map(([side, label]) => ({
      src: `/api/v1/office/sales/${_id}/pictures/${line._id}/${side}`,
      label: aLines.length > 1 ? `${line.sTitle}: ${label}` : label,
    })),
  );

function Lines({ sale }: { sale: Sale }) {
  const { aLines, sCurrency, nTotal } = sale;
  const money = (amount: number) => moneyText(amount, sCurrency);
  return (
    <dl className="grid grid-cols-[1fr_auto] content-start gap-x-6 gap-y-1 tabular-nums">
      {aLines.map((line) => (
        <div key={line._id} className="contents">
          <dt className="min-w-0 truncate">
            {line.nQuantity} × {line.sTitle}{' '}
            <span className="text-soft">
              {text('office.sales.value', { value: money(line.nValue) })}
            </span>
          </dt>
          <dd className="text-end">{money(line.nPrice * line.nQuantity)}</dd>
          <dt className="text-soft">{text('office.sales.fee', { percent: line.nFeePercent })}</dt>
          <dd className="text-end text-soft">{money(-line.nFee)}</dd>
        </div>
      ))}
      <dt className="border-t border-line pt-1 font-semibold">{text('office.sales.total')}</dt>
      <dd className="border-t border-line pt-1 text-end font-semibold">{money(nTotal)}</dd>
    </dl>
  );
}

function Seller({ sale: { oMember, sGateway, sPayee } }: { sale: Sale }) {
  const verified = oMember.sKycStatus === 'v';
  const { nPaid: paid, nDeclined: declined, nPending: pending } = oMember;
  return (
    <div className="min-w-0 space-y-1 text-15">
      <p className="flex flex-wrap items-center gap-2">
        <Link to={`/members/${oMember._id}`} className="min-w-0 truncate font-semibold">
          {oMember.sName || oMember.sEmail}
        </Link>
        <Badge tone={verified ? 'success' : 'plain'}>
          {verified ? text('office.sales.verified') : text('office.sales.unverified')}
        </Badge>
        {oMember.bFrozen && <Badge tone="danger">{text('office.sales.frozen')}</Badge>}
      </p>
      <p className="truncate text-soft">{oMember.sEmail}</p>
      <p>{text('office.sales.since', { date: formatDate(oMember.dCreatedAt) })}</p>
      <p>{text('office.sales.history', { paid, declined, pending })}</p>
      <p className="wrap-anywhere">
        {text('office.sales.payee')}: {sPayee || sGateway}
      </p>
    </div>
  );
}

function Copies({ copies }: { copies: Sale['aCopies'] }) {
  return (
    <div className="mb-4">
      <Notice tone="attention" title={text('office.sales.copies')} standing>
        <ul>
          {copies.map(({ _id, sState }) => (
            <li key={_id}>
              <Link to={`/queues/sales/${_id}`}>{_id}</Link> ({sState})
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}

function Decisions({ sale }: { sale: Sale }) {
  const { _id: id, aLines, aCopies } = sale;
  const title = aLines[0]?.sTitle ?? id;
  const bEvenSeen = aCopies.some(({ _id, sState }) => sState === 'paid' || _id === id);
  return (
    <DecisionBar
      choices={[
        {
          press: 'a',
          label: bEvenSeen ? text('office.sales.evenSeen') : text('office.sales.accept'),
          look: 'primary',
          done: text('office.sales.accepted', { title }),
          send: (_, keepalive) =>
            send('POST /office/sales/{id}/accept', {
              params: { id },
              body: { bEvenSeen },
              keepalive,
            }),
        },
        {
          press: 'd',
          label: text('office.sales.decline'),
          look: 'danger',
          done: text('office.sales.declined', { title }),
          words: { prepared: reasons, hint: text('office.sales.reason.hint'), mostLetters: 500 },
          send: (sNotice, keepalive) =>
            send('POST /office/sales/{id}/decline', {
              params: { id },
              body: { sNotice },
              keepalive,
            }),
        },
      ]}
    />
  );
}

/** The open offer. */
export function SaleCase({ id }: { id: string }) {
  const query = useQuery(apiQuery('GET /office/sales/{id}', { params: { id } }));
  return (
    <Loaded query={query} waiting={<Skeleton className="h-96" />}>
      {(sale) => (
        <article aria-label={sale.aLines[0]?.sTitle ?? id}>
          {sale.sState !== 'pending' && (
            <div className="mb-4">
              <Notice
                standing
                tone="waiting"
                title={text('office.sales.decided', {
                  name: sale.sDecidedBy ?? '',
                  outcome: sale.sState,
                })}
              >
                {sale.sNotice && <p className="wrap-anywhere">{sale.sNotice}</p>}
              </Notice>
            </div>
          )}
          {sale.aCopies.length > 0 && <Copies copies={sale.aCopies} />}
          <Pictures pictures={picturesOf(sale)} />
          <div className="my-5 grid gap-6 xl:grid-cols-2">
            <Lines sale={sale} />
            <Seller sale={sale} />
          </div>
          {sale.sState === 'pending' && <Decisions sale={sale} />}
        </article>
      )}
    </Loaded>
  );
}
