/** Roles and permissions as people read them. */
import type { Permission, Role } from '@giftlane/contract/office/permissions.ts';
import { text } from '@giftlane/texts/text.ts';

export const permissionWords: Readonly<Record<Permission, string>> = {
  'today.read': text('office.permission.today'),
  'orders.read': text('office.permission.orders'),
  'orders.refund': text('office.permission.refund'),
  'members.read': text('office.permission.members'),
  'members.freeze': text('office.permission.freeze'),
  'members.close': text('office.permission.close'),
  'codes.show': text('office.permission.codes'),
  'sales.review': text('office.permission.sales'),
  'identity.review': text('office.permission.identity'),
  'messages.answer': text('office.permission.messages'),
  'claims.decide': text('office.permission.claims'),
  'payouts.approve': text('office.permission.payouts'),
  'jobs.retry': text('office.permission.jobs'),
  'catalogue.edit': text('office.permission.catalogue'),
  'stock.edit': text('office.permission.stock'),
  'content.edit': text('office.permission.content'),
  'options.edit': text('office.permission.options'),
  'newsletter.send': text('office.permission.newsletter'),
  'vouchers.issue': text('office.permission.vouchers'),
  'ledger.read': text('office.permission.ledger'),
  'ledger.correct': text('office.permission.correct'),
  'audit.read': text('office.permission.audit'),
  'operators.edit': text('office.permission.operators'),
};

const fixed: Readonly<Record<Role, string>> = {
  owner: text('office.role.owner'),
  catalogue: text('office.role.catalogue'),
  support: text('office.role.support'),
  reviewer: text('office.role.reviewer'),
  finance: text('office.role.finance'),
};

/** The name of a role: a fixed one is named by its id. */
export const roleWords = (name: string): string =>
  (fixed as Readonly<Record<string, string>>)[name] ?? (name || '—');
