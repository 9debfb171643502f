/** What an operator may do in the back office; a role is a set of permissions. `.read` shows, all others change. */
export const permissions = [
  'today.read',
  'orders.read',
  'orders.refund',
  'members.read',
  'members.freeze',
  'members.close',
  'codes.show',
  'sales.review',
  'identity.review',
  'messages.answer',
  'claims.decide',
  'payouts.approve',
  'jobs.retry',
  'catalogue.edit',
  'stock.edit',
  'content.edit',
  'options.edit',
  'newsletter.send',
  'vouchers.issue',
  'ledger.read',
  'ledger.correct',
  'audit.read',
  'operators.edit',
] as const;
export type Permission = (typeof permissions)[number];

const reading = ['today.read', 'orders.read', 'members.read'] as const;

/** The roles of operators. */
export const roles = {
  owner: permissions,
  catalogue: ['today.read', 'catalogue.edit', 'stock.edit', 'content.edit'],
  support: [
    ...reading,
    'orders.refund',
    'members.freeze',
    'codes.show',
    'messages.answer',
    'claims.decide',
  ],
  reviewer: [...reading, 'sales.review', 'identity.review'],
  finance: [
    ...reading,
    'orders.refund',
    'payouts.approve',
    'jobs.retry',
    'vouchers.issue',
    'ledger.read',
    'ledger.correct',
  ],
} as const satisfies Readonly<Record<string, readonly Permission[]>>;
export type Role = keyof typeof roles;
