/** Gateways. No schema is here: pages of the shop load this module without the schema library. */

/** The coins among them. */
export const coinGateways = ['BitCoin', 'LiteCoin'] as const;
export type CoinGateway = (typeof coinGateways)[number];

/** Card, wallet and the two coins (OPEN-46). */
export const gateways = ['PayPal', 'Wallet', ...coinGateways] as const;
export type Gateway = (typeof gateways)[number];
