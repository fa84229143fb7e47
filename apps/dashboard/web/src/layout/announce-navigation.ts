import type { AnyRouter } from '@tanstack/react-router';

const SITE = 'Top-Up';

/** What a browser does for pages of its own loading: names the tab, and moves the focus to the new page's heading, which a screen reader then reads. */
export function announceNavigation(router: AnyRouter): void {
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    const { title } = router.state.matches.at(-1)?.staticData ?? {};
    document.title = title === undefined ? SITE : `${title} · ${SITE}`;
    if (fromLocation === undefined || !pathChanged) return;
    const heading = document.querySelector<HTMLElement>('h1') ?? document.querySelector<HTMLElement>('main');
    heading?.focus({ preventScroll: true });
  });
}
