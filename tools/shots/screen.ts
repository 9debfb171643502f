/** What a screen is to the pictures, and what the script makes for them. */
import type { ErrorCode } from '@giftlane/contract/errors.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';

/** What a call is answered instead of the truth. */
type Reply = { readonly data: unknown; readonly totalCount?: number };

/** What is typed, by labels. */
type Typed = Readonly<Record<string, string>>;

/** What a form or a button sends: pictures with errors, on its way and refused. */
interface Sends {
  /** Fields without it are left as they are. */
  readonly fill?: Typed;
  /** Buttons that send it; none when the page does so by itself. */
  readonly press?: readonly string[];
  /** The call; without one nothing is ever sent. */
  readonly call?: RegExp;
  readonly refusal?: ErrorCode;
  /** What its words speak of. */
  readonly facts?: Readonly<Record<string, unknown>>;
  /** The data of the refusal. */
  readonly refusedWith?: unknown;
}

export interface Screen {
  readonly name: string;
  readonly path: string;
  readonly member?: boolean;
  /** The calls the screen lives on: held up for "waiting", broken for "failed". */
  readonly calls?: RegExp;
  /** The replies that leave nothing to show. */
  readonly empty?: Reply;
  /** Buttons to press once it stands there, such as one that opens a dialog, and what is typed between. */
  readonly press?: readonly (string | Typed)[];
  readonly sends?: Sends;
  /** Fields of replies that are told otherwise, by their calls; of a list, of each of its entries. */
  readonly told?: readonly (readonly [RegExp, unknown])[];
  /** Calls that are refused and never sent, some with data. */
  readonly refuses?: readonly (readonly [RegExp, ErrorCode, unknown?])[];
  /** Who has gone before the picture is taken. */
  readonly away?: 'person' | 'network';
  /** Where it looks different or is not at all: only a phone, or only a desk. */
  readonly only?: 'phone' | 'desk';
  /** What the browser has stored, beside the session and the answer about cookies; '' is nothing. */
  readonly stored?: Readonly<Record<string, string>>;
  /** What the tab has stored. */
  readonly visit?: Readonly<Record<string, unknown>>;
  /** What this browser can or can not do, as a script. */
  readonly script?: string;
}

/** What the script has made for the screens. */
export interface Found {
  readonly memberId: string;
  readonly brandId: string;
  /** The last movement of the wallet. */
  readonly movementId: string;
  /** What was bought. */
  readonly order: Order;
  /** What the cart would be ordered as, by card. */
  readonly draft: {
    readonly sOrderId: string;
    readonly aCartData: readonly object[];
    readonly nTotalAmount: number;
  };
  /** A brand whose cards are bought, and one of them. */
  readonly soldBrandId: string;
  readonly soldCard: { readonly id: string; readonly price: string };
  /** A currency in which the first brand has no cards. */
  readonly notSoldIn: string;
}

/** A list without anything. */
export const none: Reply = { data: [], totalCount: 0 };
/** A password nobody has to remember. */
export const password = 'Gift-lane-1';

/** A moment so many minutes from now, as the wire has it. */
export const later = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
