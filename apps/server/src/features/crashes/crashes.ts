/** Reports of pages that crashed in a browser, logged and counted. */
import type { Input } from '@giftlane/contract/call.ts';
import { reportCrash } from '@giftlane/contract/members/crashes.ts';
import type { Http } from '../../platform/http/http.ts';
import { networkOf, wideNetworkOf } from '../../platform/http/network.ts';
import { type Throttle, throttleKey, withinLimit } from '../../platform/limits/throttle.ts';
import { hours } from '../../platform/process/durations.ts';
import type { Log } from '../../platform/process/log.ts';

/** Limits per hour: anyone can report a crash, and must not be able to fill the log or drive the count. */
const mostOfNetwork = 20;
const mostOfWiderNetwork = 100;
/** All networks together; first reports of a network within the hour are counted apart from repeated ones. */
const mostInAll = 1_000;
const windowMs = hours(1);

export interface Crashes {
  /** Reports since the process started. */
  readonly count: number;
  /** Logs a crash and counts it; refuses `request.throttled`. */
  report(crash: Input<typeof reportCrash>['body'], address: string): Promise<void>;
}

/** Makes the counter of crash reports. */
export function countCrashes({ throttle, log }: { throttle: Throttle; log: Log }): Crashes {
  let count = 0;
  return {
    get count() {
      return count;
    },
    async report(crash, address) {
      const network = networkOf(address);
      const wider = wideNetworkOf(address);
      await throttle.hit(throttleKey('crash', network), mostOfNetwork, windowMs);
      await throttle.hit(throttleKey('crash wider', wider), mostOfWiderNetwork, windowMs);
      const first = throttle.hit(throttleKey('crash first', network), 1, windowMs);
      const all = (await withinLimit(first)) ? 'crashes of new networks' : 'crashes';
      await throttle.hit(all, mostInAll, windowMs);
      count += 1;
      log.warn({ page: crash.sPage, error: crash.sError, at: crash.aFrames }, 'a page crashed');
    },
  };
}

/** Serves crash reports. */
export function crashRoutes(http: Http, crashes: Crashes): void {
  http.route(reportCrash, async ({ body }, { address }) => {
    await crashes.report(body, address);
    return { data: null };
  });
}
