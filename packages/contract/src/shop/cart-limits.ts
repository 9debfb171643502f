/** What server and browser both know of the cart, without the schemas. */

/** Codes in one order and so in one cart line at most; the site option may be lower. */
export const maxQuantity = 1000;
