/** Every refusal of the API: the only place where a code meets a status and a message. */
import { type TextKey, text } from './messages.ts';

const refusals = {
  'input.invalid': [400, 'error.validation'],
  'input.json': [400, 'error.json'],
  'request.malformed': [400, 'error.malformed'],
  'request.timeout': [408, 'error.timeout'],
  'request.too_large': [413, 'error.tooLarge'],
  'request.media_type': [415, 'error.unsupportedMedia'],
  'request.throttled': [429, 'error.tooMany'],
  'route.not_found': [404, 'error.notFound'],
  'session.required': [401, 'error.unauthorized'],
  'session.wrong_credentials': [400, 'error.wrongCredentials'],
  'account.email_taken': [409, 'error.emailTaken'],
  'account.frozen': [403, 'error.accountFrozen'],
  'account.token_expired': [404, 'error.tokenExpired'],
  'account.unproven': [403, 'error.accountUnproven'],
  'account.wrong_password': [400, 'error.wrongPassword'],
  'content.page_not_found': [404, 'error.notFound'],
  'newsletter.token_expired': [404, 'error.tokenExpired'],
  'kyc.not_open': [409, 'error.kycNotOpen'],
  'kyc.not_shown': [409, 'error.kycNotShown'],
  'kyc.pictures_not_seen': [409, 'error.kycPicturesNotSeen'],
  'kyc.nothing_waits': [409, 'error.kycNothingWaits'],
  'push.not_found': [404, 'error.notFound'],
  'push.unavailable': [503, 'error.pushUnavailable'],
  'google.invalid': [400, 'error.googleInvalid'],
  'google.unavailable': [503, 'error.googleUnavailable'],
  'google.unknown': [404, 'error.googleUnknown'],
  'google.not_linked': [409, 'error.googleNotLinked'],
  'google.linked': [409, 'error.googleLinked'],
  'google.unverified': [409, 'error.googleUnverified'],
  'catalog.not_found': [404, 'error.notFound'],
  'cart.not_found': [404, 'error.notFound'],
  'cart.card_not_found': [404, 'error.cardGone'],
  'cart.other_currency': [409, 'error.cartCurrency'],
  'cart.too_many': [409, 'error.cartTooMany'],
  'cart.too_many_lines': [409, 'error.cartTooManyLines'],
  'order.not_found': [404, 'error.notFound'],
  'order.price_changed': [409, 'error.priceChanged'],
  'order.out_of_stock': [409, 'error.outOfStock'],
  'order.other_content': [409, 'error.orderOtherContent'],
  'order.lapsed': [409, 'error.orderLapsed'],
  'order.not_payable': [409, 'error.orderNotPayable'],
  'order.too_many': [409, 'error.orderTooMany'],
  'order.too_many_unpaid': [409, 'error.orderTooManyUnpaid'],
  'order.too_many_unverified': [409, 'error.orderTooManyUnverified'],
  'order.too_many_nearby': [409, 'error.orderTooManyNearby'],
  'order.too_much_of_card': [409, 'error.orderTooMuchOfCard'],
  'order.too_much_of_card_unverified': [409, 'error.orderTooMuchOfCardUnverified'],
  'order.being_paid': [409, 'error.orderBeingPaid'],
  'order.not_cancellable': [409, 'error.orderNotCancellable'],
  'order.nothing_to_refund': [409, 'error.nothingToRefund'],
  'order.code_not_found': [404, 'error.notFound'],
  'sell.card_not_found': [404, 'error.sellCardGone'],
  'sell.method_unavailable': [409, 'error.sellMethod'],
  'sell.unverified_email': [403, 'error.sellVerifyEmail'],
  'sell.over_limit': [409, 'error.sellLimit'],
  'sell.too_many': [409, 'error.sellTooMany'],
  'sell.not_found': [404, 'error.notFound'],
  'sell.sold_before': [409, 'error.sellSoldBefore'],
  'sell.pictures_not_seen': [409, 'error.sellPicturesNotSeen'],
  'sell.decided': [409, 'error.sellDecided'],
  'payment.declined': [409, 'error.paymentDeclined'],
  'payment.not_approved': [409, 'error.paymentNotApproved'],
  'payment.mismatch': [409, 'error.paymentMismatch'],
  'payment.returned': [409, 'error.paymentReturned'],
  'payment.unavailable': [503, 'error.paymentUnavailable'],
  'wallet.short': [409, 'wallet.send.balanceTooLow'],
  'wallet.other_currency': [409, 'error.walletCurrency'],
  'wallet.token': [403, 'error.walletToken'],
  'wallet.redeemed': [409, 'wallet.redeem.already'],
  'wallet.redeem_currency': [409, 'wallet.redeem.currency'],
  'wallet.redeem_not_found': [404, 'wallet.redeem.notFound'],
  'wallet.redeem_locked': [429, 'error.redeemLocked'],
  'wallet.wrong_pin': [400, 'error.wrongPin'],
  'upload.bad_address': [403, 'error.uploadAddress'],
  'upload.already_put': [409, 'error.uploadAlreadyPut'],
  'upload.format': [400, 'file.invalid'],
  'upload.too_many_pixels': [400, 'error.uploadPixels'],
  'upload.too_large': [413, 'error.uploadTooLarge'],
  'upload.too_many': [409, 'error.uploadTooMany'],
  'upload.not_found': [404, 'error.notFound'],
  'upload.in_use': [409, 'error.uploadInUse'],
  'rates.unavailable': [503, 'error.unavailable'],
  'server.fault': [500, 'error.server'],
  'server.unavailable': [503, 'error.unavailable'],
} as const satisfies Record<string, readonly [number, TextKey]>;

export type ErrorCode = keyof typeof refusals;

/** All codes, for the OpenAPI document. */
export const errorCodes = Object.keys(refusals) as ErrorCode[];

/** The HTTP status of a refusal. */
export function statusOf(code: ErrorCode): number {
  return refusals[code][0];
}

/** The message a person reads, with `{facts}` filled in. */
export function messageOf(code: ErrorCode, facts: Readonly<Record<string, unknown>> = {}): string {
  return text(refusals[code][1], facts);
}
