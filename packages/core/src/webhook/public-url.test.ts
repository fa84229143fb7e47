import { isMetadataHost, isPublicAddress, webhookUrlFault, webhookUrlWarning } from './public-url';

// A client chooses where our servers send a request to. An address that is wrongly accepted here could be our database,
// our cloud's metadata, or the page of a router.

/** Addresses of each range that no public server has, and the first ones outside it that a public server may have. */
const RANGES: Record<string, { closed: string[]; open: string[] }> = {
  'this network, 0.0.0.0/8': { closed: ['0.0.0.0', '0.0.0.1', '0.255.255.255'], open: ['1.0.0.0'] },
  'private, 10/8': { closed: ['10.0.0.0', '10.255.255.255'], open: ['9.255.255.255', '11.0.0.0'] },
  'shared, 100.64/10': { closed: ['100.64.0.0', '100.127.255.255'], open: ['100.63.255.255', '100.128.0.0'] },
  'loopback, 127/8': { closed: ['127.0.0.0', '127.0.0.1', '127.255.255.255'], open: ['126.255.255.255', '128.0.0.0'] },
  'link-local, 169.254/16': {
    closed: ['169.254.0.0', '169.254.169.254', '169.254.255.255'],
    open: ['169.253.255.255', '169.255.0.0'],
  },
  'private, 172.16/12': { closed: ['172.16.0.0', '172.31.255.255'], open: ['172.15.255.255', '172.32.0.0'] },
  'protocol assignments, 192.0.0/24': {
    closed: ['192.0.0.0', '192.0.0.192', '192.0.0.255'],
    open: ['191.255.255.255', '192.0.1.0'],
  },
  'documentation, 192.0.2/24': { closed: ['192.0.2.0', '192.0.2.255'], open: ['192.0.3.0'] },
  '6to4 relays, 192.88.99/24': { closed: ['192.88.99.0', '192.88.99.255'], open: ['192.88.98.255', '192.88.100.0'] },
  'private, 192.168/16': { closed: ['192.168.0.0', '192.168.255.255'], open: ['192.167.255.255', '192.169.0.0'] },
  'benchmarks, 198.18/15': { closed: ['198.18.0.0', '198.19.255.255'], open: ['198.17.255.255', '198.20.0.0'] },
  'documentation, 198.51.100/24': {
    closed: ['198.51.100.0', '198.51.100.255'],
    open: ['198.51.99.255', '198.51.101.0'],
  },
  'documentation, 203.0.113/24': { closed: ['203.0.113.0', '203.0.113.255'], open: ['203.0.112.255', '203.0.114.0'] },
  'multicast, 224/4': { closed: ['224.0.0.0', '239.255.255.255'], open: ['223.255.255.255'] },
  'reserved and broadcast, 240/4': { closed: ['240.0.0.0', '255.255.255.254', '255.255.255.255'], open: [] },
  'unspecified, loopback and IPv4-compatible, ::/96': {
    closed: ['::', '::1', '::2', '::127.0.0.1', '::7f00:1', '::8.8.8.8'],
    open: [],
  },
  'IPv4-mapped, ::ffff:0:0/96': { closed: ['::ffff:127.0.0.1', '::ffff:a9fe:a9fe', '::ffff:8.8.8.8'], open: [] },
  'IPv4-translated, ::ffff:0:0:0/96': { closed: ['::ffff:0:127.0.0.1'], open: [] },
  'NAT64, 64:ff9b::/96 and 64:ff9b:1::/48': {
    closed: ['64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::a00:1'],
    open: [],
  },
  'below all assigned IPv6': {
    closed: ['100::1', '100:0:0:1::1', '200::1', '1fff:ffff::1'],
    open: ['2003::1', '2600::1'],
  },
  'Teredo, 2001::/32': { closed: ['2001::1', '2001:0:7f00:1::'], open: [] },
  'protocol assignments, 2001::/23': {
    closed: ['2001:2::1', '2001:10::1', '2001:20::1', '2001:1ff:ffff::1'],
    open: ['2001:200::1'],
  },
  'documentation, 2001:db8::/32 and 3fff::/20': {
    closed: ['2001:db8::1', '3fff::1'],
    open: ['2001:db7::1', '2001:db9::1'],
  },
  '6to4, 2002::/16': {
    closed: ['2002:7f00:1::', '2002:7f00:1::1', '2002:a00:1::1', '2002:808:808::1'],
    open: ['2003::'],
  },
  'above all assigned IPv6': { closed: ['4000::1', '5f00::1', '8000::1', 'e000::1'], open: ['3ffe::1'] },
  'unique local, fc00::/7': { closed: ['fc00::1', 'fd00::1', 'fd00:ec2::254', 'fdff:ffff::1'], open: [] },
  'link-local, fe80::/10': { closed: ['fe80::1', 'fe80::1%eth0', 'fe80::1%1', 'febf::1'], open: [] },
  'site-local, fec0::/10': { closed: ['fec0::1', 'feff::1'], open: [] },
  'multicast, ff00::/8': { closed: ['ff02::1', 'ff0e::1'], open: [] },
};

const faultOf = (url: string, allowPrivate: boolean, requireHttps = false) =>
  webhookUrlFault(url, { allowPrivate, requireHttps });

const urlOf = (address: string) => (address.includes(':') ? `http://[${address}]/` : `http://${address}/`);

describe.each(Object.entries(RANGES))('%s', (_name, { closed, open }) => {
  test.each(closed)('%s is not dialled and cannot be set', (address) => {
    expect(isPublicAddress(address)).toBe(false);
    expect(faultOf(urlOf(address), false)).not.toBeNull();
  });

  if (open.length > 0)
    test.each(open)('%s, just outside the range, is dialled and can be set', (address) => {
      expect(isPublicAddress(address)).toBe(true);
      expect(faultOf(urlOf(address), false)).toBeNull();
    });
});

// fault W6
describe('a private address in another spelling', () => {
  const SPELLINGS = [
    ...['127.1', '127.0.1', '127.1.', '127.0.0.1.', '127.0.0.1..', '0', '0.', '10.1', '2130706433', '4294967295'],
    ...[
      '0177.0.0.1',
      '017700000001',
      '0177.1',
      '0x7f.1',
      '0x7f000001',
      '0x7F000001.',
      '0x7f.0x0.0x0.0x1',
      '127.0x0.01',
    ],
    ...[
      '１２７.０.０.１',
      '127。0。0。1',
      '①②⑦.0.0.1',
      '%31%32%37.0.0.1',
      '127.0.0.%31',
      '127.0.0.1:8080',
      '10.0.0.1:80',
    ],
    ...[
      '[0:0:0:0:0:0:0:1]',
      '[0000::0001]',
      '[::ffff:127.0.0.1]',
      '[::FFFF:7F00:1]',
      '[0:0:0:0:0:ffff:127.0.0.1]',
      '[::127.0.0.1]',
      '[::1]:443',
    ],
    ...['[64:ff9b::127.0.0.1]', '[2002:7f00:0001::]', '[::ffff:0:10.0.0.1]', '[FEC0::1]', '[fd12:3456:789a::1]'],
  ];
  const NAMES = [
    ...[
      'localhost',
      'LOCALHOST',
      'localhost.',
      'localhost..',
      'localhost。',
      'ⓛocalhost',
      'loc%61lhost',
      'local\u00adhost',
      'a.localhost',
    ],
    ...['localhost.localdomain', 'ip6-localhost', 'intranet', 'postgres:5432', 'db.internal'],
    ...['printer.local', 'router.home.arpa', 'router.home.arpa。'],
  ];

  test.each([...SPELLINGS, ...NAMES])('http://%s/ is a URL and cannot be set', (host) => {
    expect(faultOf(`http://${host}/`, false)).toContain('publicly reachable');
    expect(faultOf(`https://${host}/hook?x=1`, false)).toContain('publicly reachable');
    expect(faultOf(`http://${host}/`, true)).toBeNull();
  });

  test.each([
    '[fe80::1%25eth0]',
    '[fe80::1%eth0]',
    '[::1',
    '127.0.0.1%00',
    '256.1.1.1',
    '1.2.3.4.5',
    '4294967296',
    '127.0.0.1 ',
    'a b',
  ])('http://%s/ is not a URL, so nothing can read it as a host', (host) => {
    expect(faultOf(`http://${host}/`, true)).toBe('must be an absolute http or https URL');
  });

  test.each([
    'http://example.com@127.0.0.1/',
    'http://127.0.0.1#@example.com/',
    'http://example.com:80@10.0.0.1/',
    'http://127.0.0.1\\@example.com/',
  ])('%s looks like a public host and cannot be set', (url) => {
    expect(faultOf(url, false)).not.toBeNull();
  });
});

describe('the metadata of a cloud, which has the keys of our servers', () => {
  /** The documented addresses and names of each provider, and the same in other spellings. */
  const METADATA = [
    ...['169.254.169.254', '169.254.170.2', '169.254.170.23', '[fd00:ec2::254]', '[fd00:ec2::23]'], // AWS
    ...['168.63.129.16', '2822734096', '[::ffff:168.63.129.16]'], // Azure
    ...[
      'metadata.google.internal',
      'metadata.google.internal.',
      'METADATA.google.internal',
      'metadata',
      'metadata.goog',
    ],
    ...['[fd20:ce::254]', '100.100.100.200', '192.0.0.192', '169.254.0.23', 'metadata.tencentyun.com'],
    ...['169.254.42.42', '[fd00:42::42]', '[fd00:a9fe:a9fe::1]', '[fe80::a9fe:a9fe]'],
    ...['169.254.169.254:80', '2852039166', '0xa9.0xfea9fe', '0251.0376.0251.0376', '１６９.254.169.254'],
    ...['[::ffff:169.254.169.254]', '[::a9fe:a9fe]', '[::ffff:0:169.254.169.254]', '[64:ff9b::169.254.169.254]'],
    ...['[64:ff9b:1::a9fe:a9fe]', '[2002:a9fe:a9fe::1]', '[2002:a83f:8110::]', '[64:ff9b::100.100.100.200]'],
  ];

  test.each(METADATA)('http://%s/ cannot be set, also where private addresses can', (host) => {
    expect(faultOf(`http://${host}/latest/meta-data/`, true)).toBe('must not be the metadata address of a cloud');
    expect(faultOf(`http://${host}/latest/meta-data/`, false)).not.toBeNull();
  });

  test.each([
    '10.0.0.1',
    '127.0.0.1',
    '[::1]',
    '[fd12::1]',
    '100.100.100.201',
    'host.docker.internal',
    'metadata.example',
  ])('http://%s/ is no metadata, so that development goes on', (host) => {
    expect(faultOf(`http://${host}/`, true)).toBeNull();
  });

  test.each(['168.63.129.15', '168.63.129.17', '2a00:a9fe:a9fe::1', '2600::a9fe:a9fe'])(
    '%s is a public address like any other',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
      expect(isMetadataHost(address)).toBe(false);
    },
  );

  test('Azure answers on an address that looks public, so no receiver can have it', () => {
    expect(isPublicAddress('168.63.129.16')).toBe(false);
  });
});

test.each([' https://example.com/', 'https://example.com/ ', 'https://example.com/\u00a0'])(
  '%j has a blank at an end: it is kept as it is called, or not at all',
  (url) => {
    expect(webhookUrlFault(url, { allowPrivate: false, requireHttps: true })).toBe(
      'must not begin or end with white space',
    );
  },
);

describe('the port of a webhook URL', () => {
  test.each(['0', '1', '21', '22', '25', '79', '81', '442', '444', '587', '1023'])(
    '%s is that of another service: the fault names the rule',
    (port) => {
      for (const scheme of ['http', 'https'])
        expect(faultOf(`${scheme}://example.com:${port}/`, true)).toBe('must have the port 443, 80, or one above 1023');
    },
  );

  test.each([
    'http://example.com/',
    'https://example.com/',
    'http://example.com:443/',
    'https://example.com:80/',
    'https://example.com:1024/',
    'https://example.com:65535/',
  ])('%s can be set', (url) => {
    expect(faultOf(url, false)).toBeNull();
  });
});

describe('a webhook URL without TLS', () => {
  test('is accepted with a warning, and refused where https is required', () => {
    expect(faultOf('http://example.com/', false)).toBeNull();
    expect(webhookUrlWarning('http://example.com/')).toContain('http');
    expect(webhookUrlWarning('https://example.com/')).toBeNull();
    for (const url of ['http://example.com/', 'HTTP://example.com/', 'http://example.com:443/'])
      expect(faultOf(url, true, true)).toBe('must be https');
    expect(faultOf('https://example.com/', false, true)).toBeNull();
  });
});

test.each([
  '8.8.8.8',
  '[2606:4700::1111]',
  '[2a00:1450::1]',
  'example.com',
  'example.com.',
  'EXAMPLE.com:8443',
  'bücher.example',
  'local.example.com',
  'localhost.example.com',
])('http://%s/ is a public receiver and can be set', (host) => {
  expect(faultOf(`http://${host}/`, false)).toBeNull();
});

test.each(['', 'example.com', '127.0.0.1/8', ':::', '1.2.3.4.5'])(
  '%p is not an address, so it is not public',
  (text) => {
    expect(isPublicAddress(text)).toBe(false);
  },
);

test.each([
  '',
  '/hooks',
  'example.com',
  'ftp://example.com/',
  'javascript:alert(1)',
  'https://',
  'https://user:secret@example.com/',
  ` https://example.com/`,
  `https://example.com/${'a'.repeat(2048)}`,
])('%p cannot be set, even where private addresses may', (url) => {
  expect(faultOf(url, true)).not.toBeNull();
});
