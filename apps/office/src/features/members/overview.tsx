import { text } from '@giftlane/texts/text.ts';
import { column, momentColumn, moneyColumn } from '../../list/column.tsx';
import { type Column, TableSection } from '../../list/list.tsx';
import { moneyText } from '../../list/money.ts';
import { Facts, Moment, RowLink, Section } from '../../parts/figures.tsx';
import { papers } from './list-page.tsx';
import { Notes } from './notes.tsx';
import type { OfficeMember } from './office-member.ts';
import { dealState, way } from './words.ts';

type Deal = OfficeMember['aOrders'][number];

const dealColumns = (to?: (id: string) => string): Column<Deal>[] => [
  column(text('office.orders.order'), ({ _id }) =>
    to ? <RowLink to={to(_id)}>{_id.slice(-8)}</RowLink> : _id.slice(-8),
  ),
  momentColumn(text('office.orders.at'), 'dCreatedAt'),
  column(text('office.orders.state'), ({ eState }) => dealState(eState)),
  column(text('office.orders.what'), 'sTitle', 'wide'),
  moneyColumn(text('office.orders.total'), 'nTotal', 'eCurrency'),
];

const Contact = ({ member }: { member: OfficeMember }) => (
  <Section title={text('office.member.contact')}>
    <Facts
      facts={[
        [text('office.email'), member.sEmail],
        [
          text('office.member.emailVerified'),
          member.dEmailVerifiedAt ? (
            <Moment key="verified" at={member.dEmailVerifiedAt} />
          ) : (
            text('office.member.not')
          ),
        ],
        [text('office.member.pendingEmail'), member.sPendingEmail],
        [text('office.member.mobile'), member.sMobile],
        [text('office.member.country'), member.sCountry],
        [text('office.member.papers'), papers[member.sKycStatus]],
        [text('office.member.proofs'), member.aProofs.map(way).join(', ')],
        [text('office.member.lockedByOwner'), member.bLocked ? text('office.member.yes') : ''],
        [text('office.member.since'), <Moment key="since" at={member.dCreatedAt} />],
      ]}
    />
  </Section>
);

const accounts: Readonly<Record<string, string>> = {
  wallet: text('office.account.wallet'),
  held: text('office.account.held'),
  frozen: text('office.account.frozen'),
  points: text('office.account.points'),
  coin: text('office.account.coin'),
};

const accountName = (name: string) => accounts[name.split(':')[0] ?? ''] ?? name;

function MoneyOf({ member: { aBalances, oTerms } }: { member: OfficeMember }) {
  const { eCurrency, oAdd, oSend } = oTerms;
  const used = ({ nPerDay, nLeft }: { nPerDay: number; nLeft: number }) =>
    text('office.member.used', {
      used: moneyText(Number((nPerDay - nLeft).toFixed(2)), eCurrency),
      limit: moneyText(nPerDay, eCurrency),
    });
  return (
    <Section title={text('office.member.money')}>
      <Facts
        facts={[
          ...aBalances.map(
            ({ sAccount, sAmount, sCurrency }) =>
              [`${accountName(sAccount)} ${sCurrency.toUpperCase()}`, sAmount] as const,
          ),
          [text('office.member.addedToday'), used(oAdd)],
          [text('office.member.sentToday'), oSend ? used(oSend) : ''],
        ]}
      />
    </Section>
  );
}

/** What support looks at first. */
export const Overview = ({ member }: { member: OfficeMember }) => (
  <div className="gap-10 xl:grid xl:grid-cols-[minmax(0,1fr)_22rem]">
    <div className="min-w-0">
      <TableSection
        label={text('office.nav.orders')}
        none={text('office.orders.none')}
        rows={member.aOrders}
        columns={dealColumns((id) => `/orders/${id}`)}
        action={
          member.aOrders.length > 0 && (
            <RowLink to={`/orders?sMemberId=${member._id}`}>
              {text('office.member.allOrders')}
            </RowLink>
          )
        }
      />
      <TableSection
        label={text('office.member.sales')}
        none={text('office.member.noSales')}
        rows={member.aSales}
        columns={dealColumns()}
      />
      <Notes member={member} />
    </div>
    <div className="min-w-0">
      <Contact member={member} />
      <MoneyOf member={member} />
    </div>
  </div>
);
