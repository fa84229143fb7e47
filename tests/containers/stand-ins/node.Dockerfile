# Node as this machine has it, in Debian's smallest system.
FROM topup-stand-in-debian
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
# The registry, and who vouches for it, are those of this machine too.
COPY certificates.crt /etc/ssl/certs/ca-certificates.crt
ARG REGISTRY
ENV npm_config_registry=$REGISTRY NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \
  && groupadd --gid 1000 node && useradd --uid 1000 --gid node --create-home node
CMD ["node"]
