import type { Answer } from '@giftlane/client/api.ts';

export type OfficeMember = Answer<'GET /office/members/{id}'>['data'];
