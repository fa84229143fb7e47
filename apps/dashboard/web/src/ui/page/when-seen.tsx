import { Box } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';

type Props = { height: number; children: ReactNode };

/** Draws its children once somebody has scrolled near them, and until then keeps their place, about so high. */
export function WhenSeen({ height, children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (place.current === null) return;
    // A busy browser tells of several moments at once, and the first of them is often the one below the screen.
    const observer = new IntersectionObserver(
      (moments) => setSeen((before) => before || moments.some((moment) => moment.isIntersecting)),
      { rootMargin: '100px' },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return seen ? children : <Box ref={place} h={height} />;
}
