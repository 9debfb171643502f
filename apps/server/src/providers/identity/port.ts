/** Sign-in by an account at another identity provider. */
import type { Outcome } from '../outcome.ts';

/** A person at the issuer, identified by the subject; an e-mail address only describes them. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  /** Empty when the issuer does not say. */
  readonly email: string;
  /** Whether the issuer vouches that the address is theirs. Never true without an address. */
  readonly emailVerified: boolean;
  /** What the token was asked for with; empty when it was without. */
  readonly nonce: string;
  readonly firstName: string;
  readonly lastName: string;
}

export interface IdentityProvider {
  readonly issuer: string;
  /** The shop's name at the issuer; tokens made for anybody else count for nothing. */
  readonly clientId: string;
  /**
   * Whose ID token it is. Refused unless the issuer signed it, for this shop, and it is still valid;
   * unknown when the issuer's keys can not be read.
   */
  verify(idToken: string): Promise<Outcome<Identity, 'invalid'>>;
}
