/** The sections of the navigation, in groups; each shows only to operators with its permission. */
import type { Permission } from '@giftlane/contract/office/permissions.ts';
import { text } from '@giftlane/texts/text.ts';

interface Section {
  readonly path: string;
  readonly label: string;
  /** Any of these shows it. */
  readonly permissions: readonly Permission[];
}

interface Group {
  readonly label: string;
  readonly sections: readonly Section[];
}

const section = (path: string, label: string, ...permissions: Permission[]): Section => ({
  path,
  label,
  permissions,
});

export const groups: readonly Group[] = [
  { label: '', sections: [section('/', text('office.nav.today'), 'today.read')] },
  {
    label: text('office.nav.people'),
    sections: [
      section('/orders', text('office.nav.orders'), 'orders.read'),
      section('/members', text('office.nav.members'), 'members.read'),
    ],
  },
  {
    label: text('office.nav.queues'),
    sections: [
      section('/queues/sales', text('office.nav.sales'), 'sales.review'),
      section('/queues/claims', text('office.today.claims'), 'claims.decide'),
      section('/queues/refunds', text('office.today.openRefunds'), 'orders.refund'),
      section('/queues/unmatched', text('office.today.unmatched'), 'ledger.correct'),
      section('/queues/disputes', text('office.today.disputes'), 'ledger.correct'),
      section('/queues/transfers', text('office.today.transfers'), 'payouts.approve'),
      section('/coins', text('office.nav.coins'), 'payouts.approve'),
      section('/queues/jobs', text('office.today.jobs'), 'jobs.retry'),
      section('/queues/identity', text('office.nav.identity'), 'identity.review'),
      section('/queues/messages', text('office.nav.messages'), 'messages.answer'),
    ],
  },
  {
    label: text('office.nav.goods'),
    sections: [
      section('/catalogue', text('office.nav.catalogue'), 'catalogue.edit'),
      section('/stock', text('office.nav.stock'), 'stock.edit'),
      section('/imports', text('office.nav.imports'), 'stock.edit', 'catalogue.edit'),
    ],
  },
  {
    label: text('office.nav.words'),
    sections: [
      section('/pages', text('office.nav.pages'), 'content.edit'),
      section('/newsletter', text('office.nav.newsletter'), 'newsletter.send'),
      section('/vouchers', text('office.nav.vouchers'), 'vouchers.issue'),
      section('/options', text('office.nav.options'), 'options.edit'),
    ],
  },
  {
    label: text('office.nav.house'),
    sections: [
      section('/operators', text('office.nav.operators'), 'operators.edit'),
      section('/audit', text('office.nav.audit'), 'audit.read'),
    ],
  },
  {
    label: text('office.nav.money'),
    sections: [
      section('/ledger', text('office.nav.ledger'), 'ledger.read'),
      section('/ledger/journals', text('office.nav.journals'), 'ledger.read'),
      section('/ledger/corrections', text('office.nav.corrections'), 'ledger.read'),
      section('/ledger/settlements', text('office.nav.settlements'), 'ledger.read'),
    ],
  },
];
