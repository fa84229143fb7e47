import type { AnyRouter } from '@tanstack/react-router';
import { SERVICE } from './service';

/** Does what a browser does when it loads a page: titles the tab, and focuses the heading for screen readers. */
export function announceNavigation(router: AnyRouter): void {
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    const { title } = router.state.matches.at(-1)?.staticData ?? {};
    document.title = title === undefined ? SERVICE.name : `${title} · ${SERVICE.name}`;
    if (fromLocation === undefined || !pathChanged) return;
    focusHeading();
  });
}

/** Where a page that was drawn anew is read from. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('h1') ?? document.querySelector<HTMLElement>('main');
  heading?.focus({ preventScroll: true });
}
