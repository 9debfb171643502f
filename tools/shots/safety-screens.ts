/** The screens of account security, points and personal data. */
import { text } from '@giftlane/texts/text.ts';
import { later, password, type Screen } from './screen.ts';

const friend = text('points.history.friend');
const security = /\/api\/v1\/security$/;

export const safetyScreens: readonly Screen[] = [
  {
    name: 'security',
    path: '/account/security',
    calls: /\/api\/v1\/security(\/sessions|\/sign-ins)?(\?|$)/,
    told: [
      [
        /\/security\/sign-ins/,
        [
          { _id: 'a', bNewDevice: true },
          { _id: 'b', bNewDevice: false },
        ],
      ],
    ],
  },
  {
    name: 'security-two-factors',
    path: '/account/security',
    told: [
      [
        security,
        {
          oTotp: { dCreatedAt: later(-90_000) },
          nRecoveryCodes: 7,
          aPasskeys: [
            { _id: 'a', sName: 'My phone', dCreatedAt: later(-90_000), dLastUsedAt: later(-300) },
          ],
        },
      ],
    ],
  },
  {
    name: 'security-frozen',
    path: '/account/security',
    told: [[security, { dLockedAt: later(-90), dUnlocksAt: later(1_350) }]],
  },
  {
    name: 'security-frozen-two-factors',
    path: '/account/security',
    told: [
      [
        security,
        {
          dLockedAt: later(-90),
          dUnlocksAt: later(1_350),
          aPasskeys: [
            { _id: 'a', sName: 'My phone', dCreatedAt: later(-90_000), dLastUsedAt: later(-300) },
          ],
        },
      ],
    ],
  },
  {
    name: 'security-unlock',
    path: '/account/security',
    told: [[security, { dLockedAt: later(-90) }]],
    press: ['Unfreeze my account'],
  },
  {
    name: 'security-proof',
    path: '/account/security',
    refuses: [[/\/api\/v1\/security\/totp$/, 'account.unproven']],
    press: ['Set up an app'],
    sends: {
      fill: { Password: password },
      press: ['Confirm'],
      call: /\/api\/v1\/password\/prove/,
      refusal: 'account.wrong_password',
    },
  },
  {
    name: 'security-app',
    path: '/account/security',
    told: [
      [
        /\/api\/v1\/security\/totp$/,
        { sSecret: 'JBSWY3DPEHPK3PXP', sUri: 'otpauth://totp/Giftlane' },
      ],
    ],
    press: ['Set up an app'],
    sends: { fill: { Code: '12345' }, press: ['Confirm'] },
  },
  {
    name: 'points',
    path: '/account/points',
    calls: /\/api\/v1\/points(\/history)?(\?|$)/,
  },
  {
    name: 'points-spend',
    path: '/account/points',
    told: [
      [
        /\/api\/v1\/points$/,
        { nPoints: 1_234, nAmount: 12.34, oFriends: { nInvited: 2, nPaid: 2 } },
      ],
      [
        /\/api\/v1\/points\/history/,
        [
          { _id: 'a', eKind: 'earned', nPoints: 23 },
          { _id: 'b', eKind: 'friend', nPoints: 500, sOrderId: '', sDescription: friend },
          { _id: 'c', eKind: 'earned', nPoints: 211 },
          { _id: 'd', eKind: 'friend', nPoints: 500, sOrderId: '', sDescription: friend },
        ],
      ],
    ],
    press: ['Convert to wallet money'],
  },
  { name: 'my-data', path: '/account/my-data', calls: /\/api\/v1\/account\/data/ },
  {
    name: 'my-data-copy',
    path: '/account/my-data',
    refuses: [[/\/api\/v1\/account\/copy$/, 'account.unproven']],
    press: ['Request a copy'],
    sends: {
      fill: { Password: password },
      press: ['Request a copy'],
      call: /\/api\/v1\/password\/prove/,
      refusal: 'account.wrong_password',
    },
  },
  { name: 'wallet-statement', path: '/account/wallet', press: ['Statement'] },
];
