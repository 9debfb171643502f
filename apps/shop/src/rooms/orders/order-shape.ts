/** Type guards of stored orders. */

import {
  isCount,
  isFlag,
  isNumber,
  isText,
  isTime,
  listOf,
  objectOf,
  oneOf,
  or,
} from '@giftlane/client/storage/shapes.ts';
import { coinNames, coinStates } from '@giftlane/contract/money/coins.ts';
import { currencies } from '@giftlane/contract/money/money.ts';
import { gateways } from '@giftlane/contract/shop/gateways.ts';
import { orderStates } from '@giftlane/contract/shop/order-states.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';

type Line = Order['aCartData'][number];

const isLine = objectOf<Line>({
  _id: isText,
  iGiftCardId: isText,
  sTitle: isText,
  sBanner: isText,
  sLogo: isText,
  sRedeem: isText,
  nQuantity: isCount,
  nPrice: isNumber,
  nValue: isNumber,
  eCurrency: oneOf(currencies),
  eStatus: isCount,
  nCodes: isCount,
  aCardCode: listOf(
    objectOf<Line['aCardCode'][number]>({
      _id: isText,
      sSerialNo: isText,
      sOrderContent: isText,
      dViewedAt: or(isTime, null),
    }),
  ),
  nRefunded: isNumber,
  nDiscount: or(isNumber, undefined),
  nCashBack: or(isNumber, undefined),
  nServiceCharge: or(isNumber, undefined),
  nCashBackTaken: or(isNumber, undefined),
  nPointsKept: or(isNumber, undefined),
  aImages: or(
    objectOf({ imgFront: isText, imgBack: isText, imgPurchaseReceipt: isText }),
    undefined,
  ),
});

export const isOrder = objectOf<Order>({
  _id: isText,
  sOrderId: isText,
  eType: oneOf(['Buy', 'Sell']),
  eStatus: oneOf(orderStates),
  nStatus: isCount,
  eGateway: oneOf(gateways),
  eCurrency: oneOf(currencies),
  sPayerId: isText,
  sPaymentId: isText,
  sPaymentToken: isText,
  nTotalAmount: isNumber,
  nWalletAmount: isNumber,
  nCoinAmount: or(isNumber, undefined),
  nCoinRate: or(isNumber, undefined),
  nCoinFee: or(isNumber, undefined),
  nCashBack: isNumber,
  aExtraCharges: listOf(objectOf({ name: isText, amount: isNumber })),
  aCartData: listOf(isLine),
  dCreatedAt: isTime,
  dLapsesAt: or(isTime, null),
  bPaying: or(isFlag, undefined),
  dDeliveredAt: or(isTime, undefined),
  oMail: or(objectOf({ sTo: isText, dAnsweredAt: isTime, bRefused: isFlag }), undefined),
  sNotice: isText,
  oPayout: or(
    objectOf<NonNullable<Order['oPayout']>>({
      coin: oneOf(coinNames),
      nAmount: isCount,
      txid: isText,
      eState: oneOf(coinStates),
      oInstead: or(objectOf({ nAmount: isNumber, eCurrency: oneOf(currencies) }), undefined),
    }),
    undefined,
  ),
});
