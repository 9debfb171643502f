import type { Answer } from '@giftlane/client/api.ts';

export type TodayFigures = Answer<'GET /office/today'>['data'];
