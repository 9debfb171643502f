/** A screen to take pictures of, and the demo's data for it. */
import type { ErrorCode } from '@giftlane/contract/errors.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';

/** A stubbed reply. */
type Reply = { readonly data: unknown; readonly totalCount?: number };

/** Values to type, by labels. */
type Typed = Readonly<Record<string, string>>;

/** What a form or button sends: pictures with errors, during the request, and refused. */
interface Sends {
  /** Without it fields keep their values. */
  readonly fill?: Typed;
  /** Buttons that send it; none if the page sends by itself. */
  readonly press?: readonly string[];
  /** Address of the call; without it nothing is sent. */
  readonly call?: RegExp;
  readonly refusal?: ErrorCode;
  /** Values in the refusal's message. */
  readonly facts?: Readonly<Record<string, unknown>>;
  /** The data of the refusal. */
  readonly refusedWith?: unknown;
}

export interface Screen {
  readonly name: string;
  readonly path: string;
  readonly member?: boolean;
  /** Calls that the screen needs: pending for "waiting", failing for "failed". */
  readonly calls?: RegExp;
  /** Reply without anything to show. */
  readonly empty?: Reply;
  /** Buttons to press after loading, such as one that opens a dialog, with values to type in between. */
  readonly press?: readonly (string | Typed)[];
  readonly sends?: Sends;
  /** Replaced fields of replies, by call; in a list, of each entry. */
  readonly told?: readonly (readonly [RegExp, unknown])[];
  /** Calls that are refused without being sent, some with data. */
  readonly refuses?: readonly (readonly [RegExp, ErrorCode, unknown?])[];
  /** Makes the person idle or the network offline before the picture is taken. */
  readonly away?: 'person' | 'network';
  /** For screens that differ or exist only on a phone or only on a desktop. */
  readonly only?: 'phone' | 'desk';
  /** Entries of localStorage, besides the session and the cookie choice; '' means none. */
  readonly stored?: Readonly<Record<string, string>>;
  /** Entries of sessionStorage. */
  readonly visit?: Readonly<Record<string, unknown>>;
  /** A script that changes the browser's abilities. */
  readonly script?: string;
}

/** Data that the demo has created. */
export interface Found {
  readonly memberId: string;
  readonly brandId: string;
  /** The last movement of the wallet. */
  readonly movementId: string;
  /** The order that was bought. */
  readonly order: Order;
  /** The cart's content as an order by card. */
  readonly draft: {
    readonly sOrderId: string;
    readonly aCartData: readonly object[];
    readonly nTotalAmount: number;
  };
  /** A brand with cards that the shop buys, and one of those. */
  readonly soldBrandId: string;
  readonly soldCard: { readonly id: string; readonly price: string };
  /** A currency in which the first brand has no cards. */
  readonly notSoldIn: string;
}

/** An empty list. */
export const none: Reply = { data: [], totalCount: 0 };
export const password = 'Gift-lane-1';

/** A time `minutes` from now, in the contract's form. */
export const later = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
