/** The key that receives block rewards. Public: the coins are worth nothing. */
import { createHash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { p2wpkh } from '@scure/btc-signer';
import { toHex } from './chain/bytes.ts';

export const faucetKey = createHash('sha256').update('giftlane sandbox faucet').digest();

/** In hex. */
export const faucetScript = toHex(p2wpkh(secp256k1.getPublicKey(faucetKey)).script);
