/** The words for an order. No schema is here: pages of the shop load this module without the schema library. */

/** Order words and numbers (OPEN-55). */
export const orderStates = [
  'Pending',
  'Paid',
  'Processing',
  'Delivered',
  'Declined',
  'Failed',
  'Refunded',
] as const;
export type OrderState = (typeof orderStates)[number];
