# PostgreSQL and Redis as Debian has them, with as much of the official images as docker-compose.yml uses.
FROM topup-stand-in-debian AS postgres
RUN apt-get update -qq && apt-get install --yes -qq --no-install-recommends postgresql \
  && ln -s "$(ls -d /usr/lib/postgresql/*/bin)"/* /usr/local/bin/
COPY start-postgres /usr/local/bin/
ENTRYPOINT ["start-postgres"]
CMD ["postgres"]
STOPSIGNAL SIGINT

FROM topup-stand-in-debian AS redis
RUN apt-get update -qq && apt-get install --yes -qq --no-install-recommends redis-server \
  && install -d -o redis -g redis /data
WORKDIR /data
COPY start-redis /usr/local/bin/
ENTRYPOINT ["start-redis"]
CMD ["redis-server"]
