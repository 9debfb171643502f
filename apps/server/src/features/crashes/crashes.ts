/** Pages that crashed in a browser: logged and counted, so that somebody learns of them. */
import type { Input } from '@giftlane/contract/call.ts';
import { reportCrash } from '@giftlane/contract/members/crashes.ts';
import type { Http } from '../../platform/http/http.ts';
import { networkOf, wideNetworkOf } from '../../platform/http/network.ts';
import { type Throttle, throttleKey, withinLimit } from '../../platform/limits/throttle.ts';
import { hours } from '../../platform/process/durations.ts';
import type { Log } from '../../platform/process/log.ts';

/** Anybody can tell of a crash: neither the log nor the figure is theirs to fill. */
const mostOfNetwork = 20;
const mostOfWiderNetwork = 100;
/** Of networks that have told of one this hour, and as many of those that have not. */
const mostInAll = 1_000;
const windowMs = hours(1);

export interface Crashes {
  /** How many were told of since the process started. */
  readonly count: number;
  /** Logs a crash and counts it; refuses `request.throttled`. */
  report(crash: Input<typeof reportCrash>['body'], address: string): Promise<void>;
}

/** Starts counting. */
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

/** Serves the reports. */
export function crashRoutes(http: Http, crashes: Crashes): void {
  http.route(reportCrash, async ({ body }, { address }) => {
    await crashes.report(body, address);
    return { data: null };
  });
}
